import { Link } from 'react-router'
import controls from '../../../platform/admin/controls.module.css'
import { type Column, ListScreen } from '../../../platform/admin/list-screen.tsx'
import { Time } from '../../../platform/admin/parts.tsx'
import table from '../../../platform/admin/table.module.css'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CouponJson } from '../rest/coupon-json.ts'
import { CouponStateBadge, couponSummary, usageText } from './coupon-text.tsx'
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
        <Link className={`${controls.primary} ${styles.new}`} to={hrefs.adminNewCoupon()}>
          <Icon name="plus" size={16} /> New coupon
        </Link>
      }
    />
  )
}
