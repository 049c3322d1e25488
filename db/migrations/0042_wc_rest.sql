ALTER TABLE "coupons" ADD COLUMN "trashed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "meta" jsonb DEFAULT '[]'::jsonb NOT NULL;