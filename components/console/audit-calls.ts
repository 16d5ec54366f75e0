"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { auditInput } from "./audit-filter";
import { type Outputs, useTRPCClient } from "./queries";

const REFRESH_MS = 10_000;

/** As it comes over the wire. */
export type AuditPart = Outputs["audit"]["list"];
export type AuditChoices = Outputs["audit"]["choices"];
export type AuditReport = Outputs["audit"]["verify"];

/** Whose log: a merchant's, a partner's or the platform's. The calls have the same names, and other rules of who may. */
export type AuditOf = { merchantId: string } | { partnerId: string } | { platform: true };

type Filter = ReturnType<typeof auditInput> & { cursor?: string };

/** A page of a log, looked up again and again. */
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
    placeholderData: keepPreviousData,
  });
}

/** Who and what a log can be narrowed to. */
export function useAuditChoices(of: AuditOf, first: AuditChoices): AuditChoices {
  const client = useTRPCClient();
  const read = (): Promise<AuditChoices> => {
    if ("platform" in of) return client.platform.audit.choices.query();
    return "partnerId" in of ? client.partnerAudit.choices.query(of) : client.audit.choices.query(of);
  };
  const queryKey = ["audit", of, "choices"];
  return useQuery({ queryKey, queryFn: read, initialData: first, refetchInterval: REFRESH_MS }).data;
}

/** The check of a log's chain, part by part; `from`: where the part before ended. */
export function useAuditCheck(of: AuditOf): (from?: AuditReport["place"]) => Promise<AuditReport> {
  const client = useTRPCClient();
  return (from) => {
    const part = from ? { from } : {};
    if ("platform" in of) return client.platform.audit.verify.query(part);
    if ("partnerId" in of) return client.partnerAudit.verify.query({ ...of, ...part });
    return client.audit.verify.query({ ...of, ...part });
  };
}
