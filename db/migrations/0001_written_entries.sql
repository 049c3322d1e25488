CREATE TABLE "entry_revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entry_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"entry_id" integer NOT NULL,
	"author_id" integer,
	"title" text NOT NULL,
	"excerpt" text NOT NULL,
	"content" text NOT NULL,
	"fields" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entry_old_slugs" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"entry_id" integer NOT NULL,
	CONSTRAINT "entry_old_slugs_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_kind_known";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_status_known";--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "fields" jsonb;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "was_published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "status_before_trash" text;--> statement-breakpoint
ALTER TABLE "entry_revisions" ADD CONSTRAINT "entry_revisions_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entry_old_slugs" ADD CONSTRAINT "entry_old_slugs_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_revisions_newest" ON "entry_revisions" USING btree ("entry_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "entry_old_slugs_entry" ON "entry_old_slugs" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "entries_scheduled" ON "entries" USING btree ("published_at") WHERE "entries"."status" = 'future';--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_kind_known" CHECK ("entries"."kind" in ('product','product_variation','post','page','project','template'));--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_status_known" CHECK ("entries"."status" in ('publish','future','draft','pending','private','trash'));--> statement-breakpoint
-- By hand: whether a stored draft was ever public is unknown, so it counts as new.
UPDATE "entries" SET "was_published" = false WHERE "status" IN ('draft', 'pending');--> statement-breakpoint
-- Foreign keys to tables of rooms above.
UPDATE "entries" SET "image_id" = NULL WHERE NOT EXISTS (SELECT FROM "media" WHERE "media"."id" = "image_id");--> statement-breakpoint
UPDATE "entries" SET "author_id" = NULL WHERE NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "author_id");--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_image_id_media_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."media"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null;--> statement-breakpoint
ALTER TABLE "entry_revisions" ADD CONSTRAINT "entry_revisions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null;--> statement-breakpoint
-- The words of the home page become an entry, with revisions.
INSERT INTO "entries" ("kind", "slug", "title", "status", "fields", "comments_open")
SELECT 'template', 'front-page', 'Home page', 'publish', "value", false FROM "settings" WHERE "name" = 'home';--> statement-breakpoint
DELETE FROM "settings" WHERE "name" = 'home';
