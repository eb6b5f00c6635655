export default function NotFound() {
  return <h1>Not here</h1>;
}
