import { VARIABLES } from "./env-variables";

/** The text of `.env.example`: every variable with what it does and what holds without it. */
export function envExample(): string {
  const head = [
    "# Every setting, with what holds when it is not set. `npm start` needs none of them: it runs a demo.",
    "# Outside the demo the start is refused, with a sentence, while one marked as required is missing.",
    "# Written by `npm run env:example` from server/lib/env.ts. Set variables in the environment, or copy this to .env.",
  ];
  const entries = Object.entries(VARIABLES).map(([name, variable]) => {
    const required = "needed" in variable ? " Required outside the demo." : "";
    return [`# ${variable.description}${required}`, `# Without it: ${variable.fallback}.`, `# ${name}=`].join("\n");
  });
  return `${[head.join("\n"), ...entries].join("\n\n")}\n`;
}
