import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import controls from '../../../platform/admin/controls.module.css'
import type { Edit } from '../../../platform/admin/form.tsx'
import { useListHref } from '../../../platform/admin/list-controls.tsx'
import { ErrorState, QueryState, ScreenHeader, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { CouponJson } from '../rest/coupon-json.ts'
import { type CouponFields, CouponForm, emptyCouponFields, toCouponFields, toRequestBody } from './coupon-form.tsx'
import styles from './coupon-screen.module.css'
import { CouponStateBadge, usageText } from './coupons-screen.tsx'

/** Creates a coupon and opens its screen, or changes the coupon with this id. */
function useSaveCoupon(id?: number) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ values }: Edit<CouponFields>) =>
      id === undefined
        ? rest.send<CouponJson>('POST', hrefs.restCoupons(), toRequestBody(values))
        : rest.send<CouponJson>('PUT', hrefs.restCoupon(id), toRequestBody(values)),
    onSuccess: async (saved) => {
      queries.setQueryData(['coupon', saved.id], saved)
      await queries.invalidateQueries({ queryKey: ['coupons'] })
      if (id === undefined) await navigate(hrefs.adminCoupon(saved.id), { replace: true })
    },
  })
}

/** Screen for a new coupon. */
export function NewCouponScreen() {
  const labels = { save: 'Create the coupon', saved: '' }
  return (
    <>
      <ScreenHeader title="New coupon" backLink={{ to: useListHref(paths.adminCoupons), label: 'Coupons' }} />
      <div className={styles.columns}>
        <CouponForm initial={emptyCouponFields} save={useSaveCoupon()} labels={labels} />
      </div>
    </>
  )
}

/** Screen of one coupon: form, usage, and enabling or disabling it. */
export function CouponScreen() {
  const id = Number(useParams().coupon)
  const coupon = useRest<CouponJson>(['coupon', id], hrefs.restCoupon(id))
  const { data } = coupon
  return (
    <>
      <ScreenHeader title={data?.code ?? 'Coupon'} backLink={{ to: useListHref(paths.adminCoupons), label: 'Coupons' }}>
        {data && <CouponStateBadge coupon={data} asOf={coupon.dataUpdatedAt} />}
      </ScreenHeader>
      {data ? <CouponEditor key={id} coupon={data} /> : <QueryState query={coupon} />}
    </>
  )
}

function CouponEditor({ coupon }: { coupon: CouponJson }) {
  const labels = { save: 'Save changes', saved: 'Saved. It applies from now on.' }
  return (
    <div className={styles.columns}>
      <CouponForm initial={toCouponFields(coupon)} save={useSaveCoupon(coupon.id)} labels={labels} />
      <section className={controls.panel} aria-labelledby="uses-title">
        <h2 id="uses-title">Used {usageText(coupon)} times</h2>
        {coupon.used_by.length === 0 ? (
          <p className={styles.hint}>Cancelled orders give their use back.</p>
        ) : (
          <ul className={styles.uses}>
            {coupon.used_by.map((email) => (
              <li key={email}>{email}</li>
            ))}
          </ul>
        )}
        <DeleteCoupon coupon={coupon} />
      </section>
    </div>
  )
}

/** Deleting needs a second click; existing orders retain their discount. */
function DeleteCoupon({ coupon }: { coupon: CouponJson }) {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => rest.send<CouponJson>('DELETE', hrefs.restCoupon(coupon.id), { force: true }),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['coupon', coupon.id] })
      await queries.invalidateQueries({ queryKey: ['coupons'] })
      await navigate(paths.adminCoupons, { replace: true })
    },
  })
  return (
    <div className={styles.remove}>
      {isConfirming ? (
        <>
          <p className={styles.hint}>
            Past orders keep their discount. To stop its use but keep the coupon, switch it off instead.
          </p>
          <button type="button" className={controls.button} disabled={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Deleting …' : 'Delete permanently'}
          </button>{' '}
          <button type="button" className={controls.button} onClick={() => setIsConfirming(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button type="button" className={controls.button} onClick={() => setIsConfirming(true)}>
          Delete this coupon
        </button>
      )}
      {remove.isError && <ErrorState error={remove.error} />}
    </div>
  )
}
