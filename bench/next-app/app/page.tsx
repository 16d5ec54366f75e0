export default function Page() {
  return <p>The baseline of the bench.</p>;
}
