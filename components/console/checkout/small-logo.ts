/** Four times the displayed size: sharp on every screen, and a few kilobytes. */
const SIDE_PX = 192;
const MIN_SIDE_PX = 48;
const MAX_FILE_BYTES = 20_000_000;
/** The server's limit. */
const MAX_LOGO_BYTES = 65_536;
const WEBP_QUALITIES = [0.92, 0.7, 0.4];

export const LOGO_TYPES = "image/png,image/jpeg,image/webp,image/svg+xml";

type SmallLogo = { /** A data URL. */ url: string } | { trouble: string };

function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file couldn’t be read."));
    reader.readAsDataURL(file);
  });
}

/**
 * Draws an image small, square and on white: it then fills its place in either theme and covers the monogram behind it.
 */
async function draw(url: string, isDrawing: boolean): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = url;
  await image.decode();
  // An SVG without an intrinsic size is drawn at SIDE_PX.
  const [width, height] = [image.naturalWidth || SIDE_PX, image.naturalHeight || SIDE_PX];
  const fit = SIDE_PX / Math.max(width, height);
  const scale = isDrawing ? fit : Math.min(1, fit);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const side = Math.max(w, h, MIN_SIDE_PX);
  const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can’t process the picture.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (side - w) / 2, (side - h) / 2, w, h);
  return canvas;
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/** The smallest encoding without visible loss: PNG is small for flat logos, WebP for photographs. */
async function lightest(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const made = [await encode(canvas, "image/png"), await encode(canvas, "image/webp", WEBP_QUALITIES[0])];
  for (const quality of WEBP_QUALITIES.slice(1)) made.push(await encode(canvas, "image/webp", quality));
  const fitting = made.filter((blob) => blob !== null).filter(({ size }) => size <= MAX_LOGO_BYTES);
  const [png, ...others] = fitting;
  if (!png) return null;
  // PNG is lossless, so it is kept up to twice the size of the other encoding.
  return others[0] && others[0].size * 2 < png.size ? others[0] : png;
}

/**
 * Reduces any image, such as a photograph of ten megabytes or an SVG, to a few kilobytes in the merchant's browser;
 * only the result is sent.
 */
export async function smallLogo(file: File): Promise<SmallLogo> {
  if (file.size > MAX_FILE_BYTES) return { trouble: "This picture is over 20 MB." };
  try {
    const isDrawing = file.type === "image/svg+xml";
    const blob = await lightest(await draw(await addressOf(file), isDrawing));
    if (blob) return { url: await addressOf(blob) };
  } catch {
    // Browsers do not report the reason.
  }
  return { trouble: "This browser can’t read the file as a picture. Save it as PNG, JPEG or WebP." };
}
