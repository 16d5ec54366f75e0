/** Text of the API's document: text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return (
    <p>
      {[...text.matchAll(/`([^`]*)`|[^`]+/g)].map(({ 0: words, 1: code, index }) =>
        code === undefined ? <span key={index}>{words}</span> : <code key={index}>{code}</code>,
      )}
    </p>
  );
}
