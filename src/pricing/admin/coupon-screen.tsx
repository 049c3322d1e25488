import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import controls from '../../admin/controls.module.css'
import { useUp } from '../../admin/list-state.ts'
import { useOffice } from '../../admin/office.tsx'
import { ScreenHead } from '../../admin/screen-head.tsx'
import { Problem, Skeleton } from '../../admin/states.tsx'
import type { CouponJson } from '../../rest/coupon-json.ts'
import { hrefs } from '../../routes.ts'
import { bodyOf, type CouponFields, fieldsOf, newCoupon } from './coupon-fields.ts'
import { CouponForm } from './coupon-form.tsx'
import styles from './coupon-screen.module.css'
import { CouponStateBadge } from './coupon-state-badge.tsx'
import { couponState, useText } from './coupon-words.ts'

/** A coupon that is not there yet. */
export function NewCouponScreen() {
  const { rest } = useOffice()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: (fields: CouponFields) => rest.send<CouponJson>('POST', hrefs.restCoupons(), bodyOf(fields)),
    onSuccess: async (made) => {
      queries.setQueryData(['coupon', made.id], made)
      await queries.invalidateQueries({ queryKey: ['coupons'] })
      await navigate(hrefs.adminCoupon(made.id), { replace: true, state: { isNew: true } })
    },
  })
  return (
    <>
      <ScreenHead title="New coupon" up={{ to: useUp(hrefs.adminCoupons()), label: 'Coupons' }} />
      <div className={styles.columns}>
        <CouponForm start={newCoupon} save={make} words={{ save: 'Create the coupon', saved: '' }} />
      </div>
    </>
  )
}

/** One coupon: what it gives and to whom, how often it was used, and switching it off. */
export function CouponScreen() {
  const { rest } = useOffice()
  const id = Number(useParams().coupon)
  const coupon = useQuery({
    queryKey: ['coupon', id],
    queryFn: ({ signal }) => rest.one<CouponJson>(hrefs.restCoupon(id), signal),
  })
  const up = { to: useUp(hrefs.adminCoupons()), label: 'Coupons' }
  if (!coupon.data) {
    return (
      <>
        <ScreenHead title="Coupon" up={up} />
        {coupon.isError ? (
          <Problem error={coupon.error} retry={() => void coupon.refetch()} />
        ) : (
          <Skeleton width="320px" />
        )}
      </>
    )
  }
  return (
    <>
      <ScreenHead title={coupon.data.code} up={up}>
        <CouponStateBadge state={couponState(coupon.data, coupon.dataUpdatedAt)} />
      </ScreenHead>
      <StoredCoupon key={id} coupon={coupon.data} />
    </>
  )
}

function StoredCoupon({ coupon }: { coupon: CouponJson }) {
  const { rest } = useOffice()
  const queries = useQueryClient()
  const keep = async (changed: CouponJson) => {
    queries.setQueryData(['coupon', coupon.id], changed)
    await queries.invalidateQueries({ queryKey: ['coupons'] })
  }
  const save = useMutation({
    mutationFn: (fields: CouponFields) => rest.send<CouponJson>('PUT', hrefs.restCoupon(coupon.id), bodyOf(fields)),
    onSuccess: keep,
  })
  return (
    <div className={styles.columns}>
      <CouponForm
        start={fieldsOf(coupon)}
        save={save}
        words={{ save: 'Save changes', saved: 'Saved. It applies from now on.' }}
      />
      <section className={controls.panel} aria-labelledby="uses-title">
        <h2 id="uses-title">Used {useText(coupon)} times</h2>
        {coupon.used_by.length === 0 ? (
          <p className={styles.hint}>Cancelled orders give their use back.</p>
        ) : (
          <ul className={styles.uses}>
            {coupon.used_by.map((email) => (
              <li key={email}>{email}</li>
            ))}
          </ul>
        )}
        <RemoveCoupon coupon={coupon} />
      </section>
    </div>
  )
}

/** Throwing it away takes a second press; orders keep what it gave them. */
function RemoveCoupon({ coupon }: { coupon: CouponJson }) {
  const { rest } = useOffice()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => rest.send<CouponJson>('DELETE', hrefs.restCoupon(coupon.id), { force: true }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['coupon', coupon.id] })
      await queries.invalidateQueries({ queryKey: ['coupons'] })
      await navigate(hrefs.adminCoupons(), { replace: true })
    },
  })
  return (
    <div className={styles.remove}>
      {isAsked ? (
        <>
          <p className={styles.hint}>
            Past orders keep their discount. To stop its use but keep the coupon, switch it off instead.
          </p>
          <button type="button" className={controls.button} disabled={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Deleting …' : 'Delete permanently'}
          </button>{' '}
          <button type="button" className={controls.button} onClick={() => setIsAsked(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" className={controls.button} onClick={() => setIsAsked(true)}>
          Delete this coupon
        </button>
      )}
      {remove.isError && <Problem error={remove.error} />}
    </div>
  )
}
