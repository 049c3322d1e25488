import { formatMoney } from '../money/format.ts'
import { couponProblemText, type RefusedCoupon } from '../pricing/coupon.ts'
import { Amount } from '../ui/amount.tsx'

/** Why a coupon does not count, its amount in the markup of prices (wc-ajax-apply-coupon.json). */
export function CouponProblemWords({ code, problem }: RefusedCoupon) {
  const text = couponProblemText(code, problem)
  const cents =
    problem.kind === 'below-minimum'
      ? problem.minimumCents
      : problem.kind === 'above-maximum'
        ? problem.maximumCents
        : null
  if (cents === null) return text
  const amount = formatMoney(cents)
  const at = text.lastIndexOf(amount)
  return (
    <>
      {text.slice(0, at)}
      <Amount cents={cents} />
      {text.slice(at + amount.length)}
    </>
  )
}

/** What a page says about a coupon that it has taken out. */
export function DroppedWords(dropped: RefusedCoupon) {
  return (
    <>
      <CouponProblemWords {...dropped} /> It has been taken off your cart.
    </>
  )
}
