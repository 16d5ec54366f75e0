// Inline script that runs before the first paint, so that the last bank causes no layout shift.
import { showChoice } from "./choice";
import { showLastBank } from "./last-bank";

showLastBank();
showChoice();
