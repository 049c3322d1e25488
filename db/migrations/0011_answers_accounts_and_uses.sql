DROP INDEX "order_coupons_used";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pending_account" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "unanswered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_coupons" ADD COLUMN "used_by_canonical" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "order_coupons" SET "used_by_canonical" = CASE WHEN position('@' in "used_by") < 2 THEN "used_by" WHEN "used_by" ~ '@(gmail|googlemail)\.com$' THEN replace(regexp_replace(regexp_replace("used_by", '@[^@]*$', ''), '(.)\+.*$', '\1'), '.', '') || '@gmail.com' ELSE regexp_replace(regexp_replace("used_by", '@[^@]*$', ''), '(.)\+.*$', '\1') || substring("used_by" from '@[^@]*$') END;--> statement-breakpoint
CREATE INDEX "order_coupons_used" ON "order_coupons" USING btree ("coupon_id","used_by_canonical");