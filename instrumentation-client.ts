import { guardHistory } from "@/components/ui/layers/guard-history";

// Next runs this file before its router starts.
guardHistory();
