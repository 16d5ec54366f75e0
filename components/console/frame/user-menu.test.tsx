import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UserMenu } from "./user-menu";

test("the account menu without script: a button signs out, and is the only one that submits", () => {
  const html = renderToStaticMarkup(<UserMenu user={{ name: "Inês Lobo", email: "ines@olaria.example" }} />);
  const [, form] = /<form [^>]*action="\/sign-in\/end"[^>]*>(.*?)<\/form>/.exec(html) ?? [];
  expect(form).toMatch(/^<noscript><button [^>]*type="submit"[^>]*>Sign out<\/button><\/noscript>$/);
});
