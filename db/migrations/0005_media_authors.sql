CREATE TABLE "media_deleted" (
	"path" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "author_id" integer;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "media_newest" ON "media" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);