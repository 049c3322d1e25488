-- hand-written
-- A foreign key to a table of a room above. A picture that was deleted while a term was saved with it left its id.
UPDATE "terms" SET "image_id" = NULL WHERE NOT EXISTS (SELECT FROM "media" WHERE "media"."id" = "image_id") AND "image_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "terms" ADD CONSTRAINT "terms_image_id_media_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."media"("id") ON DELETE set null;
