import { useQuery } from "@tanstack/react-query";
import { type Outputs, useTRPCClient } from "../../ui/queries";
import type { auditInput } from "./audit-filter";

const REFRESH_MS = 10_000;

/** A page of the log as the client receives it. */
export type AuditPart = Outputs["audit"]["list"];
export type AuditChoices = Outputs["audit"]["choices"];
export type AuditReport = Outputs["audit"]["verify"];

/**
 * The owner of a log: a merchant, a partner or the platform. The procedures have the same names, but different
 * permission rules.
 */
export type AuditOf = { merchantId: string } | { partnerId: string } | { platform: true };

type Filter = ReturnType<typeof auditInput> & { cursor?: string | undefined };

/** A page of a log, refetched regularly. */
export function useAuditList(of: AuditOf, filter: Filter, first: AuditPart) {
  const client = useTRPCClient();
  const read = (): Promise<AuditPart> => {
    if ("platform" in of) return client.platform.audit.list.query(filter);
    if ("partnerId" in of) return client.partnerAudit.list.query({ ...of, ...filter });
    return client.audit.list.query({ ...of, ...filter });
  };
  return useQuery({
    queryKey: ["audit", of, "list", filter],
    queryFn: read,
    initialData: first,
    refetchInterval: REFRESH_MS,
  });
}

/** The actors and actions by which a log can be filtered. */
export function useAuditChoices(of: AuditOf, first: AuditChoices): AuditChoices {
  const client = useTRPCClient();
  const read = (): Promise<AuditChoices> => {
    if ("platform" in of) return client.platform.audit.choices.query();
    return "partnerId" in of ? client.partnerAudit.choices.query(of) : client.audit.choices.query(of);
  };
  const queryKey = ["audit", of, "choices"];
  return useQuery({ queryKey, queryFn: read, initialData: first, refetchInterval: REFRESH_MS }).data;
}

/** The check of a log's hash chain in parts; `from`: the end of the previous part. */
export function useAuditCheck(of: AuditOf): (from: AuditReport["place"] | undefined) => Promise<AuditReport> {
  const client = useTRPCClient();
  return (from) => {
    const part = from ? { from } : {};
    if ("platform" in of) return client.platform.audit.verify.query(part);
    if ("partnerId" in of) return client.partnerAudit.verify.query({ ...of, ...part });
    return client.audit.verify.query({ ...of, ...part });
  };
}
