import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { formatTime } from '../../../platform/admin/format-wire.ts'
import { Pager, SearchField, Tabs } from '../../../platform/admin/list-controls.tsx'
import { type ListState, listLocationState, useListState } from '../../../platform/admin/list-state.ts'
import { ScreenHeader } from '../../../platform/admin/screen-header.tsx'
import { useListShortcuts } from '../../../platform/admin/shortcuts.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../platform/admin/states.tsx'
import table from '../../../platform/admin/table.module.css'
import { Icon } from '../../../platform/ui/icon.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { CouponJson } from '../rest/coupon-json.ts'
import { CouponStateBadge } from './coupon-state-badge.tsx'
import { couponState, couponSummary, usageText } from './coupon-text.ts'
import styles from './coupons-screen.module.css'

const SIZE = 20

/** All coupons, newest first. */
export function CouponsScreen() {
  const { rest } = useAdminContext()
  const { state, hrefOf, searchFor } = useListState()
  const search = useRef<HTMLInputElement>(null)
  useListShortcuts(search)
  const coupons = useQuery({
    queryKey: ['coupons', state],
    queryFn: ({ signal }) =>
      rest.list<CouponJson>(
        hrefs.restCoupons({ status: state.status, search: state.search, page: state.page, per_page: SIZE }),
        signal,
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenHeader title="Coupons">
        <SearchField input={search} label="Search by code or description" value={state.search} onSearch={searchFor} />
        <Link className={`${controls.primary} ${styles.new}`} to={hrefs.adminNewCoupon()}>
          <Icon name="plus" size={16} /> New coupon
        </Link>
      </ScreenHeader>
      <Tabs
        label="Coupons by status"
        current={state.status}
        tabs={[
          { key: 'any', label: 'All', to: hrefOf({ status: 'any' }) },
          { key: 'publish', label: 'Switched on', to: hrefOf({ status: 'publish' }) },
          { key: 'draft', label: 'Switched off', to: hrefOf({ status: 'draft' }) },
        ]}
      />
      {coupons.isError && <ErrorState error={coupons.error} retry={() => void coupons.refetch()} />}
      {coupons.isPending && <CouponTable coupons={null} asOf={0} isBusy />}
      {coupons.data && coupons.data.items.length > 0 && (
        <>
          <CouponTable coupons={coupons.data.items} asOf={coupons.dataUpdatedAt} isBusy={coupons.isPlaceholderData} />
          <Pager
            page={state.page}
            pages={coupons.data.pages}
            total={coupons.data.total}
            size={SIZE}
            itemsLabel={coupons.data.total === 1 ? 'coupon' : 'coupons'}
            hrefOf={(page) => hrefOf({ page })}
          />
        </>
      )}
      {coupons.data?.items.length === 0 && <NoCoupons state={state} hrefOf={hrefOf} />}
      <p className="visually-hidden" role="status">
        {coupons.data && !coupons.isPlaceholderData ? `${coupons.data.total} coupons` : ''}
      </p>
    </>
  )
}

function NoCoupons({ state, hrefOf }: { state: ListState; hrefOf: (changes: Partial<ListState>) => string }) {
  if (state.search === '' && state.status === 'any' && state.page === 1) {
    return (
      <EmptyState title="No coupons yet">
        <p>A coupon gives a discount or free shipping to anyone who enters its code.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={state.search === '' ? 'No coupons here' : `No coupon matches “${state.search}”`}>
      <p>
        <Link to={hrefOf({ status: 'any', search: '' })}>Show all coupons</Link>
      </p>
    </EmptyState>
  )
}

type CouponTableProps = {
  readonly coupons: readonly CouponJson[] | null
  /** Time of the fetch. */
  readonly asOf: number
  readonly isBusy: boolean
}

function CouponTable({ coupons, asOf, isBusy }: CouponTableProps) {
  return (
    <table className={`${table.table} ${isBusy && coupons ? table.busy : ''}`} aria-busy={isBusy}>
      <caption className="visually-hidden">{coupons ? 'Coupons, newest first' : 'Loading coupons'}</caption>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Gives</th>
          <th scope="col">State</th>
          <th scope="col" className={table.end}>
            Used
          </th>
          <th scope="col">Ends</th>
        </tr>
      </thead>
      <tbody>
        {coupons
          ? coupons.map((coupon) => <Row key={coupon.id} coupon={coupon} asOf={asOf} />)
          : Array.from({ length: 8 }, (_, index) => <SkeletonRow key={index} />)}
      </tbody>
    </table>
  )
}

function Row({ coupon, asOf }: { coupon: CouponJson; asOf: number }) {
  const { search } = useLocation()
  return (
    <tr>
      <th scope="row" className={styles.code}>
        <Link className={table.open} to={hrefs.adminCoupon(coupon.id)} state={listLocationState(search)} data-row>
          {coupon.code}
        </Link>
      </th>
      <td className={styles.gift}>
        {couponSummary(coupon)}
        {coupon.description !== '' && <span className={table.second}>{coupon.description}</span>}
      </td>
      <td className={styles.state}>
        <CouponStateBadge state={couponState(coupon, asOf)} />
      </td>
      <td className={`${table.end} ${table.soft} ${styles.uses}`}>
        <span className={styles.usesWord}>Used </span>
        {usageText(coupon)}
      </td>
      <td className={`${table.soft} ${table.nowrap} ${styles.ends}`}>
        {coupon.date_expires_gmt === null ? (
          'Never'
        ) : (
          <time dateTime={`${coupon.date_expires_gmt}Z`}>{formatTime(coupon.date_expires_gmt)}</time>
        )}
      </td>
    </tr>
  )
}

function SkeletonRow() {
  return (
    <tr>
      <td className={styles.code}>
        <Skeleton width="96px" />
      </td>
      <td className={styles.gift}>
        <Skeleton width="180px" />
      </td>
      <td className={styles.state}>
        <Skeleton width="72px" />
      </td>
      <td className={`${table.end} ${styles.uses}`}>
        <Skeleton width="48px" />
      </td>
      <td className={styles.ends}>
        <Skeleton width="120px" />
      </td>
    </tr>
  )
}
