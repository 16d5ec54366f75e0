import { later } from "./later";

const confirmations = () => import("./confirm-dialog");
const drawers = () => import("./drawer");
const secrets = () => import("./secret-dialog");
const popovers = () => import("./popover-layer");
const menus = () => import("./menu-layer");

// What lies over a page is not part of its first load: with Radix it was 30 of the 250 KB of script that a page may have.
export const ConfirmDialog = later(async () => (await confirmations()).ConfirmDialog);
export const Drawer = later(async () => (await drawers()).Drawer);
export const FormDrawer = later(async () => (await drawers()).FormDrawer);
export const FormDialog = later(async () => (await import("./form-dialog")).FormDialog);
export const OnceDialog = later(async () => (await secrets()).OnceDialog);
export const SecretDialog = later(async () => (await secrets()).SecretDialog);
export const MenuLayer = later(async () => (await menus()).MenuLayer);
export const PopoverLayer = later(async () => (await popovers()).PopoverLayer);

/** Loads those that a press may open, so that the press does not wait for them. */
export function loadLayers(): void {
  for (const load of [confirmations, drawers, popovers, menus]) void load();
}
