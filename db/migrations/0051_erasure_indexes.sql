CREATE INDEX "form_submissions_search" ON "form_submissions" USING gin (unaccent_lower("search_text") gin_trgm_ops,unaccent_lower("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "emails_recipient" ON "emails" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "emails_comment" ON "emails" USING btree (("data" ->> 'commentId')) WHERE ("emails"."data" ->> 'commentId') is not null;--> statement-breakpoint
CREATE INDEX "emails_submission" ON "emails" USING btree (coalesce("data" ->> 'submissionId',
  case when "key" like 'form:%' then split_part("key", ':', 2) end)) WHERE coalesce("emails"."data" ->> 'submissionId',
  case when "emails"."key" like 'form:%' then split_part("emails"."key", ':', 2) end) is not null;