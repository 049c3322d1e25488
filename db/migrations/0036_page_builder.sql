CREATE TABLE "builder_drafts" (
	"entry_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"document" jsonb NOT NULL,
	"base_version" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "builder_drafts_entry_id_user_id_pk" PRIMARY KEY("entry_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "builder_locks" (
	"entry_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"session" text NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "builder_templates" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"image" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"version" text,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "entry_revisions" ADD COLUMN "builder_document" jsonb;--> statement-breakpoint
ALTER TABLE "builder_drafts" ADD CONSTRAINT "builder_drafts_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builder_locks" ADD CONSTRAINT "builder_locks_entry_id_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "builder_drafts_user" ON "builder_drafts" USING btree ("user_id");