export default function Home() {
  return (
    <main>
      <h1>Atelier</h1>
    </main>
  );
}
