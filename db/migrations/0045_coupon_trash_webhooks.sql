-- hand-written
-- Moving a coupon to the trash was told as a change, and emptying the trash as its deletion.
CREATE OR REPLACE FUNCTION queue_coupon_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb; after jsonb; event text; topics text[];
BEGIN
  IF NOT has_webhooks() THEN RETURN NULL; END IF;
  IF TG_OP <> 'INSERT' THEN before := to_jsonb(OLD); END IF;
  IF TG_OP <> 'DELETE' THEN after := to_jsonb(NEW); END IF;
  IF before = after THEN RETURN NULL; END IF;
  event := webhook_event(before, after);
  IF event IS NULL THEN RETURN NULL; END IF;
  topics := ARRAY['coupon.' || event];
  IF event = 'created' THEN topics := topics || 'action.woocommerce_new_coupon'::text; END IF;
  IF event = 'updated' THEN topics := topics || 'action.woocommerce_update_coupon'::text; END IF;
  PERFORM queue_webhooks('coupon', coalesce(NEW.id, OLD.id), topics);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Those that are in the trash already were not told as deleted, and will not be when it is emptied.
SELECT queue_webhooks('coupon', id, ARRAY['coupon.deleted']) FROM coupons WHERE trashed_at IS NOT NULL;
