ALTER TABLE "emails" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "sealed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "emails_sealed" ON "emails" USING btree ("sealed_until") WHERE "emails"."sealed" is not null;--> statement-breakpoint
-- Keys and digits that earlier versions kept in clear are dropped. Emails that still wait for a mail server fail: their
-- readers ask for new ones.
UPDATE "emails" SET
  "data" = "data" - '{passwordKey,key,confirmKey,undoKey,linkKey,code}'::text[],
  "html" = replace(regexp_replace("html", '(\?key=|/back-in-stock/)[A-Za-z0-9_-]+', '\1removed', 'g'),
    coalesce(left("data"->>'code', 3) || ' ' || substr("data"->>'code', 4), E'\x01'), '••• •••'),
  "text" = replace(regexp_replace("text", '(\?key=|/back-in-stock/)[A-Za-z0-9_-]+', '\1removed', 'g'),
    coalesce(left("data"->>'code', 3) || ' ' || substr("data"->>'code', 4), E'\x01'), '••• •••'),
  -- The name of the event had the beginning of the key.
  "key" = CASE WHEN "template" IN ('new-account', 'sign-in-code', 'set-up-code', 'confirm-stock-alert') THEN "key"
    ELSE regexp_replace("key", '[^:]*$', "id"::text) END,
  "sealed_until" = "created_at",
  "last_error" = CASE WHEN "status" = 'waiting'
    THEN 'The link or the digits in it were removed when the shop was updated.' ELSE "last_error" END,
  "status" = CASE WHEN "status" = 'waiting' THEN 'failed' ELSE "status" END
WHERE "template" = 'confirm-stock-alert' OR ("data" ?| '{passwordKey,key,confirmKey,undoKey,linkKey,code}'::text[]
  AND "template" IN ('reset-password', 'new-account', 'new-password', 'staff-invitation', 'confirm-account',
    'confirm-email', 'email-change-asked', 'email-changed', 'email-change-undone', 'sign-in-code', 'set-up-code'));--> statement-breakpoint
-- Names of other emails about the same key.
UPDATE "emails" SET "key" = regexp_replace("key", '[^:]*$', "id"::text)
WHERE "template" IN ('email-taken-back', 'account-exists');--> statement-breakpoint
ALTER TABLE "stock_alerts" RENAME COLUMN "token" TO "token_hash";--> statement-breakpoint
ALTER TABLE "stock_alerts" RENAME CONSTRAINT "stock_alerts_token_unique" TO "stock_alerts_token_hash_unique";--> statement-breakpoint
-- Links that were mailed go on working.
UPDATE "stock_alerts" SET "token_hash" = encode(sha256(convert_to("token_hash", 'UTF8')), 'hex');--> statement-breakpoint
DO $$
BEGIN
  IF to_regclass('jobs.job') IS NOT NULL THEN
    DELETE FROM jobs.job WHERE name = 'mail-new-account';
  END IF;
  IF to_regclass('jobs.archive') IS NOT NULL THEN
    DELETE FROM jobs.archive WHERE name = 'mail-new-account';
  END IF;
END $$;
