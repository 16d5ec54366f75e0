// Runs in the page before it is first seen, so that what this device remembers moves nothing. The page does without it.
import { showChoice } from "./choice";
import { showLastBank } from "./last-bank";

showLastBank();
showChoice();
