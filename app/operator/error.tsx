"use client";

import { PageFailure } from "@/components/ui/page-failure";

export default PageFailure;
