import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CAMERA_NOTE, picture, png, pngChunk } from "../../../test/pictures";
import { checkLogo, MAX_LOGO_BYTES } from "./check-logo";

const SCRIPT = "<script>alert(1)</script>";
const text = (content: string) => new Uint8Array(Buffer.from(content, "utf8"));

async function refusal(bytes: Uint8Array): Promise<string> {
  const error = await checkLogo(bytes).then(
    () => null,
    (thrown: { code: string; metadata: { errors: { field: string; message: string }[] } }) => thrown,
  );
  expect(error?.code).toBe("VALIDATION_ERROR");
  expect(error?.metadata.errors[0]?.field).toBe("logo");
  return error?.metadata.errors[0]?.message ?? "";
}

describe("a picture is accepted", () => {
  it.each([
    ["photo.jpg", "image/jpeg"],
    ["lossy.webp", "image/webp"],
    ["alpha.webp", "image/webp"],
    ["lossless.webp", "image/webp"],
    ["palette.png", "image/png"],
  ] as const)("%s: and what the camera wrote is left out of it", async (name, mediaType) => {
    const given = picture(name);
    expect(given.includes(CAMERA_NOTE)).toBe(true);
    const logo = await checkLogo(given);
    expect(logo).toMatchObject({ mediaType, width: 64, height: 48 });
    expect(Buffer.from(logo.content).includes(CAMERA_NOTE)).toBe(false);
    expect(logo.hash).toBe(createHash("sha256").update(logo.content).digest("hex"));
    // The result is a valid picture, and checking it again removes nothing.
    expect(await checkLogo(logo.content)).toEqual(logo);
  });

  it("and a page after its end, or in a comment, is removed", async () => {
    const before = [pngChunk("tEXt", text(`Comment\0${SCRIPT}`)), pngChunk("eXIf", text(SCRIPT))];
    const logo = await checkLogo(png({ before, after: text(`<html>${SCRIPT}</html>`) }));
    expect(logo.content).toEqual(png());
    const behind = Buffer.concat([picture("photo.jpg"), text(SCRIPT)]);
    expect(Buffer.from((await checkLogo(behind)).content).includes("script")).toBe(false);
    const webp = Buffer.concat([picture("lossy.webp"), text(SCRIPT)]);
    expect(Buffer.from((await checkLogo(webp)).content).includes("script")).toBe(false);
  });

  it("and nothing is kept in a part that has no room for it", async () => {
    for (const type of ["gAMA", "sRGB", "cHRM"])
      expect(await refusal(png({ before: [pngChunk(type, text(SCRIPT.repeat(2)))] }))).toMatch(/damaged/);
    const twice = [1, 2].map((value) => pngChunk("gAMA", new Uint8Array(4).fill(value)));
    expect(await refusal(png({ before: twice }))).toMatch(/damaged/);
    const end = Buffer.concat([png().subarray(0, -12), pngChunk("IEND", text(SCRIPT))]);
    expect(await refusal(end)).toMatch(/damaged/);
    const [photo, words] = [picture("photo.jpg"), text(SCRIPT)];
    const segment = Buffer.concat([Buffer.from([0xff, 0xee, 0, words.length + 2]), words]);
    const jpeg = await checkLogo(Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]));
    expect(jpeg).toEqual(await checkLogo(photo));
  });

  it("at the limits of its size", async () => {
    await expect(checkLogo(png({ width: 48, height: 48 }))).resolves.toBeDefined();
    await expect(checkLogo(png({ width: 1_024, height: 48 }))).resolves.toBeDefined();
  });
});

describe("refused, in words, is", () => {
  it.each([
    [
      "a drawing with a program in it",
      `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
      /SVG can contain programs/,
    ],
    [
      "a drawing behind a comment",
      `<!-- x --><?xml version="1.0"?><svg onload="alert(1)"/>`,
      /SVG can contain programs/,
    ],
    ["a page", `<!DOCTYPE html>${SCRIPT}`, /not supported/],
    ["a GIF", "GIF89a;alert(1)", /GIF is not supported/],
    ["nothing", "", /not a PNG, JPEG or WebP picture/],
    ["a program", "MZ\u0090\u0000", /not a PNG, JPEG or WebP picture/],
    ["a PNG's first bytes and a page", `\u0089PNG\r\n${SCRIPT}`, /not a PNG, JPEG or WebP picture/],
  ])("%s", async (_what, content, words) => expect(await refusal(text(content))).toMatch(words));

  it("a file that is too large, before it is read", async () => {
    expect(await refusal(new Uint8Array(MAX_LOGO_BYTES + 1))).toBe("This picture has 65 KiB; the maximum is 64.");
  });

  it.each([
    [60_000, 60_000, "the maximum is 1024 a side"],
    [1_025, 64, "the maximum is 1024 a side"],
    [47, 64, "the minimum is 48 a side"],
    [0, 0, "the minimum is 48 a side"],
  ])("a PNG with a header of %i × %i pixels, whatever its content", async (width, height, words) => {
    expect(await refusal(png({ width, height, pixels: new Uint8Array(8) }))).toContain(words);
  });

  it("a PNG with 16 bits a colour, which no browser draws", async () => {
    expect(await refusal(png({ depth: 16 }))).toBe("This PNG has 16 bits per channel; the maximum is 8.");
  });

  it("a PNG whose pixels decompress to more than its header states, without decompressing them completely", async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(MAX_LOGO_BYTES);
    expect(await refusal(png({ pixels: bomb }))).toMatch(/damaged/);
  });

  it.each([
    ["cut short", png().subarray(0, 100)],
    ["without its end", png().subarray(0, -12)],
    ["with a wrong checksum", png().with(-14, 0)],
    ["with pixels that do not unpack", png({ pixels: text("not packed") })],
    ["with a part that is longer than the file", png().with(33, 0x7f)],
    ["a JPEG cut short", picture("photo.jpg").subarray(0, -40)],
    ["a JPEG without a picture", new Uint8Array([0xff, 0xd8, 0xff, 0xd9])],
    ["a WebP cut short", picture("lossy.webp").subarray(0, -40)],
    ["a WebP that is a sound", text("RIFF\u0004\u0000\u0000\u0000WEBPxxxxxxxxxxxx")],
  ])("a PNG, JPEG or WebP that is broken: %s", async (_what, bytes) => {
    expect(await refusal(bytes)).toMatch(/damaged/);
  });

  it("a picture that moves", async () => {
    expect(await refusal(png({ before: [pngChunk("acTL", new Uint8Array(8))] }))).toMatch(/animated/);
    const webp = Buffer.from(picture("alpha.webp"));
    const flags = webp.indexOf("VP8X") + 8;
    webp[flags] = (webp[flags] ?? 0) | 0x02;
    expect(await refusal(webp)).toMatch(/animated/);
  });

  it("a picture whose canvas is another size than the picture on it", async () => {
    const webp = Buffer.from(picture("alpha.webp"));
    webp.writeUIntLE(2_000, webp.indexOf("VP8X") + 12, 3);
    expect(await refusal(webp)).toMatch(/damaged/);
  });

  it("a corrupted file is rejected with a message or accepted as a picture, never an internal error", async () => {
    for (const name of ["photo.jpg", "alpha.webp", "lossless.webp", "palette.png"] as const) {
      const whole = picture(name);
      for (let at = 0; at < whole.length; at += 3) {
        for (const spoiled of [whole.subarray(0, at), new Uint8Array(whole).with(at, (whole[at] ?? 0) ^ 0xff)]) {
          const outcome = await checkLogo(spoiled).then(
            () => "taken",
            (error: { code?: string }) => error.code ?? String(error),
          );
          expect(["taken", "VALIDATION_ERROR"]).toContain(outcome);
        }
      }
    }
  });
});
