-- hand-written
-- Orders whose personal data was removed counted as of one customer: their days are recalculated.
INSERT INTO report_days
SELECT (created_at AT TIME ZONE time_zone)::date FROM report_state, (
  SELECT created_at FROM orders WHERE anonymised_at IS NOT NULL AND invoice_number IS NOT NULL
  UNION ALL SELECT refund.created_at FROM payment_refunds refund JOIN orders ON orders.id = refund.order_id WHERE anonymised_at IS NOT NULL
) AS counted WHERE time_zone <> ''
ON CONFLICT DO NOTHING;
