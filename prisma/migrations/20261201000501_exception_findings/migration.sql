-- Findings of stored reports get the glossary's word. A report is read only, so nothing else has this name.
UPDATE reconciliation_reports SET findings = replace(findings::text, '"kind": "anomaly_', '"kind": "exception_')::jsonb
WHERE findings::text LIKE '%"kind": "anomaly\_%';
