import { parseAst } from "vitest/node";

const FUNCTIONS = new Set(["it", "test", "describe"]);
/** Members that wrap or repeat a test; any other (`test.use`, `test.beforeAll`) is not a test. */
const WRAPPERS = new Set(["each", "skipIf", "runIf", "only", "skip", "describe", "serial"]);

/**
 * The tests that a file declares. `id` is `file: title > title`, with expressions as they are written. `body`: of its
 * function. `context`: table, loops and options of the test and of its describes.
 * @param {string} source
 * @param {string} file
 */
export function testsIn(source, file) {
  const tests = [];
  const textOf = (node) => source.slice(node.start, node.end);
  const titleOf = (node) => {
    if (node.type === "Literal") return String(node.value);
    if (node.type !== "TemplateLiteral") return `\${${textOf(node)}}`;
    const { quasis, expressions } = node;
    return quasis
      .map(({ value }, at) => value.cooked + (expressions[at] ? `\${${textOf(expressions[at])}}` : ""))
      .join("");
  };
  const visit = (node, titles, context) => {
    if (node === null || typeof node !== "object") return;
    const names = node.type === "CallExpression" ? namesOf(node.callee) : null;
    const [first, ...rest] = node.arguments ?? [];
    // A name is the body only where no function is written: `it(title, () => pay(), LIMIT_MS)`.
    const written = rest.find(({ type }) => type.endsWith("FunctionExpression"));
    const body = written ?? rest.find(({ type }) => type === "Identifier");
    if (names && first && body) {
      const path = [...titles, titleOf(first)];
      const options = rest.filter((one) => one !== body).map(textOf);
      const around = [...context, textOf(node.callee), ...options];
      if (names.includes("describe")) return visit(body.body, path, around);
      const title = path.join(" > ");
      return tests.push({
        id: `${file}: ${title}`,
        file,
        title,
        last: path.at(-1),
        body: textOf(body),
        context: around,
      });
    }
    // `test.describe(() => …)` groups without a title.
    const inner = node.type === "ForOfStatement" ? [...context, textOf(node.right)] : context;
    for (const value of Array.isArray(node) ? node : Object.values(node)) visit(value, titles, inner);
  };
  visit(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }).body, [], []);
  return tests;
}

/** `["it", "each"]` of `it.each(rows)(title, body)`; null if the callee declares neither tests nor groups. */
function namesOf(callee) {
  switch (callee.type) {
    case "Identifier":
      return FUNCTIONS.has(callee.name) ? [callee.name] : null;
    case "MemberExpression":
      if (!WRAPPERS.has(callee.property.name)) return null;
      return namesOf(callee.object)?.concat(callee.property.name) ?? null;
    case "CallExpression":
      return namesOf(callee.callee);
    default:
      return null;
  }
}
