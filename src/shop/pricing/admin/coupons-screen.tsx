import { Link } from 'react-router'
import controls from '../../../platform/admin/controls.module.css'
import { type Column, ListScreen } from '../../../platform/admin/list-screen.tsx'
import { Badge, formatAmount, Time } from '../../../platform/admin/parts.tsx'
import table from '../../../platform/admin/table.module.css'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { CouponJson } from '../rest/coupon-json.ts'
import styles from './coupons-screen.module.css'

const columns: readonly Column<CouponJson>[] = [
  { title: 'Code', className: styles.code, skeleton: ['96px'], cell: (coupon) => coupon.code },
  {
    title: 'Gives',
    className: styles.gift,
    skeleton: ['180px'],
    cell: (coupon) => (
      <>
        {couponSummary(coupon)}
        {coupon.description !== '' && <span className={table.second}>{coupon.description}</span>}
      </>
    ),
  },
  {
    title: 'State',
    className: styles.state,
    skeleton: ['72px'],
    cell: (coupon, asOf) => <CouponStateBadge coupon={coupon} asOf={asOf} />,
  },
  {
    title: 'Used',
    className: styles.uses,
    isNumeric: true,
    isSoft: true,
    skeleton: ['48px'],
    cell: (coupon) => (
      <>
        <span className={styles.usesWord}>Used </span>
        {usageText(coupon)}
      </>
    ),
  },
  {
    title: 'Ends',
    className: styles.ends,
    isSoft: true,
    skeleton: ['120px'],
    cell: (coupon) => (coupon.date_expires_gmt === null ? 'Never' : <Time gmt={coupon.date_expires_gmt} />),
  },
]

const tabs = [
  { key: 'any', label: 'All' },
  { key: 'publish', label: 'Switched on' },
  { key: 'draft', label: 'Switched off' },
]

export function CouponsScreen() {
  return (
    <ListScreen
      title="Coupons"
      queryKey="coupons"
      searchLabel="Search by code or description"
      tabs={() => tabs}
      itemNames={['coupon', 'coupons']}
      emptyText="A coupon gives a discount or free shipping to anyone who enters its code."
      listHref={hrefs.restCoupons}
      itemHref={hrefs.adminCoupon}
      columns={columns}
      action={
        <Link className={`${controls.primary} ${styles.new}`} to={paths.adminNewCoupon}>
          <Icon name="plus" size={16} /> New coupon
        </Link>
      }
    />
  )
}

/** '12.5 % off', '$5.00 off the cart', 'Free shipping': short description of the discount. */
export function couponSummary(coupon: Pick<CouponJson, 'discount_type' | 'amount' | 'free_shipping'>): string {
  const discount = Number(coupon.amount) === 0 ? '' : discountText(coupon)
  if (!coupon.free_shipping) return discount || 'Nothing yet'
  return discount ? `${discount} and free shipping` : 'Free shipping'
}

function discountText({ discount_type: kind, amount }: Pick<CouponJson, 'discount_type' | 'amount'>): string {
  if (kind === 'percent') return `${Number(amount)} % off`
  return `${formatAmount(amount)} off ${kind === 'fixed_cart' ? 'the cart' : 'each piece'}`
}

/** '3 of 10', or '3' without a limit. */
export const usageText = (coupon: Pick<CouponJson, 'usage_count' | 'usage_limit'>): string =>
  coupon.usage_limit === null ? String(coupon.usage_count) : `${coupon.usage_count} of ${coupon.usage_limit}`

/** Whether the coupon is usable at `now` (milliseconds since 1970), and if not, why. */
function couponState(coupon: CouponJson, now: number): readonly [label: string, tone: 'leaf' | 'sky' | 'hollow'] {
  const parseTime = (time: string | null) => (time === null ? null : Date.parse(`${time}Z`))
  const [starts, ends] = [parseTime(coupon.date_starts_gmt), parseTime(coupon.date_expires_gmt)]
  if (coupon.status !== 'publish') return ['Switched off', 'hollow']
  if (ends !== null && ends <= now) return ['Expired', 'hollow']
  if (coupon.usage_limit !== null && coupon.usage_count >= coupon.usage_limit) return ['Used up', 'hollow']
  return starts !== null && starts > now ? ['Not yet', 'sky'] : ['In use', 'leaf']
}

export function CouponStateBadge({ coupon, asOf }: { coupon: CouponJson; asOf: number }) {
  const [label, tone] = couponState(coupon, asOf)
  return <Badge tone={tone}>{label}</Badge>
}
