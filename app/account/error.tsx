"use client";

import { PageFailure } from "@/components/console/page-failure";

export default PageFailure;
