import { formatMoney, shopCurrency } from '../../platform/money/money.ts'
import { Amount } from '../../platform/ui/amount.tsx'
import { couponProblemText, type RejectedCoupon } from '../pricing/coupon.ts'

/** Why a coupon does not apply, with amounts in price markup (wc-ajax-apply-coupon.json). */
export function CouponProblemMessage({ code, problem }: RejectedCoupon) {
  const text = couponProblemText(code, problem)
  if (problem.kind !== 'below-minimum' && problem.kind !== 'above-maximum') return text
  const cents = problem.kind === 'below-minimum' ? problem.minimumAmountCents : problem.maximumAmountCents
  const amount = formatMoney(cents, problem.currency ?? shopCurrency)
  const at = text.lastIndexOf(amount)
  return (
    <>
      {text.slice(0, at)}
      <Amount cents={cents} currency={problem.currency ?? shopCurrency} />
      {text.slice(at + amount.length)}
    </>
  )
}

export const RemovedCouponMessage = (rejected: RejectedCoupon) => (
  <>
    <CouponProblemMessage {...rejected} /> It has been taken off your cart.
  </>
)
