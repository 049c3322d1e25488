ALTER TABLE "verifications" ADD COLUMN "user_id" integer GENERATED ALWAYS AS (case when value ~ '^[0-9]{1,9}$' then value::integer else substring(value from '^\{"userId":([0-9]{1,9})[,}]')::integer end) STORED;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "email" text GENERATED ALWAYS AS (substring(value from '^\{(?:"userId":[0-9]+,"oldEmail"|"email"):"((?:[^"\\]|\\.)*)"')) STORED;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "recovery_codes_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "verifications_user" ON "verifications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_email" ON "verifications" USING btree ("email");--> statement-breakpoint
-- Present ones are at most as new as this moment, so that a change asked for later finds them older than itself.
UPDATE "two_factors" SET "confirmed_at" = now(), "recovery_codes_at" = now() WHERE "verified";
