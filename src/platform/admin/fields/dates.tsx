import { useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from './field.tsx'

type DateProps = FieldProps & {
  readonly isDay?: boolean
}

/** A time of the shop's clock, `YYYY-MM-DDTHH:MM`, or a day, `YYYY-MM-DD`; empty if there is none. */
export const DateField = ({ isDay, ...field }: DateProps) => (
  <Field {...field} type={isDay ? 'date' : 'datetime-local'} />
)

type DateRangeProps = {
  readonly from: string
  readonly until: string
  readonly labels?: readonly [from: string, until: string]
  readonly hints?: readonly [from: string, until: string]
  readonly isDay?: boolean
}

/** Two times; the second must not be before the first. Either may be empty. */
export function DateRange({ from, until, labels = ['From', 'Until'], hints, isDay }: DateRangeProps) {
  const { getValues } = useFormContext()
  const isInOrder = (end: string) => {
    const start = getValues(from) as string
    return start === '' || end === '' || start <= end || `${labels[1]} is before ‘${labels[0]}’.`
  }
  const type = isDay ? 'date' : 'datetime-local'
  return (
    <>
      <Field name={from} label={labels[0]} hint={hints?.[0]} type={type} />
      <Field name={until} label={labels[1]} hint={hints?.[1]} type={type} rules={{ validate: isInOrder }} />
    </>
  )
}
