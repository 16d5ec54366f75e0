import { OwnSignInSkeleton } from "@/components/console/account/own-sign-in-skeleton";

export default OwnSignInSkeleton;
