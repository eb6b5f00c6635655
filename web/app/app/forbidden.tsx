export default function Forbidden() {
  return <h1>No access</h1>;
}
