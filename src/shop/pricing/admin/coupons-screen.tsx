import { deleteAction } from '../../../platform/admin/list/bulk-actions.tsx'
import { type BulkAction, changeItems } from '../../../platform/admin/list/change-items.ts'
import { type Column, countColumn, timeColumn } from '../../../platform/admin/list/data-table.tsx'
import { ListScreen } from '../../../platform/admin/list/list-screen.tsx'
import table from '../../../platform/admin/list/table.module.css'
import { Time } from '../../../platform/admin/parts.tsx'
import type { CouponJson } from '../rest/coupon-json.ts'
import { CouponStateBadge, couponSummary, coupons, usageText } from './coupon-parts.tsx'

const columns: readonly Column<CouponJson>[] = [
  { title: 'Code', name: 'code', orderby: 'title', cell: (coupon) => <code>{coupon.code}</code> },
  {
    title: 'Gives',
    name: 'gives',
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
    name: 'state',
    place: 'corner',
    skeleton: ['72px'],
    cell: (coupon, asOf) => <CouponStateBadge coupon={coupon} asOf={asOf} />,
  },
  countColumn('Used', 'used', usageText, { isSoft: true, skeleton: ['48px'] }),
  {
    title: 'Ends',
    name: 'ends',
    place: 'half',
    narrowLabel: 'Ends',
    isSoft: true,
    skeleton: ['120px'],
    cell: (coupon) => (coupon.date_expires_gmt === null ? 'Never' : <Time gmt={coupon.date_expires_gmt} />),
  },
  timeColumn('Created', 'created', (coupon) => coupon.date_created_gmt, {
    orderby: 'date',
    isHidden: true,
    place: 'half',
    narrowLabel: 'Created',
  }),
]

const switchTo = (label: string, status: CouponJson['status'], done: string): BulkAction<CouponJson> => ({
  label,
  isOffered: (items) => items.some((coupon) => coupon.status !== status),
  run: (items, rest, progress) => {
    const changes = items
      .filter((coupon) => coupon.status !== status)
      .map((item) => ({ item, sent: { status }, former: { status: item.status } }))
    return changeItems(rest, { resource: coupons, nameOf: ({ code }) => code }, changes, done, progress)
  },
})

export const CouponsScreen = () => (
  <ListScreen
    resource={coupons}
    columns={columns}
    nameOf={(coupon) => coupon.code}
    searchLabel="Search by code or description"
    tabs={[
      { key: 'any', label: 'All' },
      { key: 'publish', label: 'Switched on' },
      { key: 'draft', label: 'Switched off' },
      { key: 'trash', label: 'Trash' },
    ]}
    bulkActions={[
      switchTo('Switch on', 'publish', 'switched on'),
      switchTo('Switch off', 'draft', 'switched off'),
      deleteAction(coupons, ({ code }: CouponJson) => code),
    ]}
    emptyText="A coupon gives a discount or free shipping to anyone who enters its code."
    hasNew
  />
)
