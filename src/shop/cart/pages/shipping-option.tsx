import { Amount } from '../../../platform/ui/amount.tsx'
import { displayedCents, type Total } from '../../pricing/total.ts'

type ShippingOptionProps = { rate: Total['shippingRates'][number]; total: Total; isChosen: boolean | undefined }

export function ShippingOption({ rate, total, isChosen }: ShippingOptionProps) {
  const id = `shipping_method_0_${rate.id.replace(':', '')}`
  return (
    <>
      <input
        type={isChosen === undefined ? 'hidden' : 'radio'}
        name="shipping_method[0]"
        data-index="0"
        id={id}
        value={rate.id}
        className="shipping_method"
        defaultChecked={isChosen}
      />
      <label htmlFor={isChosen === undefined ? undefined : id}>
        {rate.title}
        {rate.costCents > 0 ? (
          <>
            : <Amount cents={displayedCents(total, rate.costCents, rate.taxCents)} currency={total.currency} />
          </>
        ) : (
          rate.methodId !== 'free_shipping' && ': Free'
        )}
      </label>
      {isChosen !== false && rate.place && <p>{rate.place}</p>}
    </>
  )
}
