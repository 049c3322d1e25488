import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from 'react'
import { type RegisterOptions, useController, useFormContext } from 'react-hook-form'
import { Icon } from '../../ui/icon.tsx'
import controls from '../controls.module.css'
import styles from './field.module.css'

export type FieldProps = {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  /** Spans all columns of its group. */
  readonly isWide?: boolean
  readonly required?: boolean | undefined
}

type ControlProps = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

/** The error of a field. The server uses the property name, which is replaced by the label. */
export function useFieldError(name: string, label: string): string | undefined {
  const { getFieldState, formState } = useFormContext()
  const message = getFieldState(name, formState).error?.message
  return message?.startsWith(`${name} `) ? label + message.slice(name.length) : message
}

/** Value of a field without a native control. */
export function useFieldValue<T>(name: string) {
  const { field } = useController({ name })
  return field as Omit<typeof field, 'value'> & { readonly value: T }
}

type FrameProps = FieldProps & {
  /** Names a group of controls with a legend, instead of one control with a label. */
  readonly isGroup?: boolean
  readonly children: (control: ControlProps) => ReactNode
}

export function FieldFrame({ name, label, hint, isWide, required, isGroup, children }: FrameProps) {
  const id = useId()
  const error = useFieldError(name, label)
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const Frame = isGroup ? 'fieldset' : 'div'
  return (
    <Frame className={`${styles.field} ${isWide ? styles.wide : ''}`} data-field={name}>
      {isGroup ? (
        <legend>{label}</legend>
      ) : (
        <label htmlFor={id}>
          {label}
          {required && <span className={styles.needed}> (required)</span>}
        </label>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': required ? true : undefined,
      })}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          <Icon name="alert" size={16} /> {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </Frame>
  )
}

/** Rules that are checked in the browser; the server checks everything again. */
const rulesOf = ({ label, required, rules }: Pick<TextProps, 'label' | 'required' | 'rules'>) =>
  ({ ...(required && { required: `${label} is needed.` }), ...rules }) as RegisterOptions

type TextProps = FieldProps &
  Pick<
    ComponentProps<'input'>,
    'type' | 'inputMode' | 'maxLength' | 'placeholder' | 'min' | 'max' | 'autoComplete' | 'disabled'
  > & {
    readonly rules?: RegisterOptions | undefined
    /** Shown before the value, such as a dollar sign. */
    readonly prefix?: string
  }

export function Field({ name, label, hint, isWide, required, rules, prefix, ...input }: TextProps) {
  const { register } = useFormContext()
  return (
    <FieldFrame name={name} label={label} hint={hint} isWide={isWide} required={required}>
      {(control) => (
        <span className={prefix ? styles.prefixed : styles.plain} data-prefix={prefix}>
          <input
            type="text"
            className={controls.field}
            {...control}
            {...input}
            {...register(name, rulesOf({ label, required, rules }))}
          />
        </span>
      )}
    </FieldFrame>
  )
}

type TextAreaProps = FieldProps & Pick<ComponentProps<'textarea'>, 'rows' | 'maxLength' | 'placeholder'>

export function TextArea({ name, label, hint, isWide = true, required, rows = 3, ...area }: TextAreaProps) {
  const { register } = useFormContext()
  return (
    <FieldFrame name={name} label={label} hint={hint} isWide={isWide} required={required}>
      {(control) => (
        <textarea
          className={controls.field}
          rows={rows}
          {...control}
          {...area}
          {...register(name, rulesOf({ label, required }))}
        />
      )}
    </FieldFrame>
  )
}

type Options = readonly (readonly [value: string | number, label: string])[]
type OptionsProps = FieldProps & { readonly options: Options }

type SelectProps = OptionsProps & {
  /** Called with the option that the user chose, after the form has it. */
  readonly onChoose?: (value: string) => void
}

export function Select({ name, label, hint, isWide, options, onChoose }: SelectProps) {
  const { register, getValues } = useFormContext()
  const isNumeric = typeof options[0]?.[0] === 'number'
  const value = getValues(name) as string | number
  // A stored value stays selectable, even if it is no longer an option.
  const all = options.some(([option]) => option === value) ? options : [[value, String(value)] as const, ...options]
  return (
    <FieldFrame name={name} label={label} hint={hint} isWide={isWide}>
      {(control) => (
        <select
          className={controls.field}
          {...control}
          {...register(name, {
            ...(isNumeric && { valueAsNumber: true }),
            ...(onChoose && { onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => onChoose(target.value) }),
          } as RegisterOptions)}
        >
          {all.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

export const RadioGroup = (field: OptionsProps) => <OptionGroup isWide {...field} type="radio" />

/** Multiple choice. The value is the list of chosen options. */
export const CheckboxGroup = (field: OptionsProps) => <OptionGroup {...field} type="checkbox" />

function OptionGroup({ type, options, ...field }: OptionsProps & { readonly type: 'radio' | 'checkbox' }) {
  const { register } = useFormContext()
  return (
    <FieldFrame {...field} isGroup>
      {() =>
        options.map(([value, text]) => (
          <label key={value} className={styles.check}>
            <input type={type} value={value} {...register(field.name)} />
            {text}
          </label>
        ))
      }
    </FieldFrame>
  )
}

/** A checkbox. Its value is a boolean, or 'yes' and 'no' if the form has such a value. */
export function Checkbox({ name, label, hint, isWide = true }: FieldProps) {
  const { value, onChange, ...box } = useFieldValue<boolean | 'yes' | 'no'>(name)
  const valueOf = (isChecked: boolean) => (typeof value !== 'string' ? isChecked : isChecked ? 'yes' : 'no')
  const id = useId()
  const error = useFieldError(name, label)
  return (
    <div className={isWide ? styles.wide : undefined} data-field={name}>
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-describedby={(error ?? hint) ? `${id}-hint` : undefined}
          {...box}
          checked={value === true || value === 'yes'}
          onChange={(event) => onChange(valueOf(event.target.checked))}
        />
        {label}
      </label>
      {(error ?? hint) && (
        <span id={`${id}-hint`} className={error ? styles.error : styles.hint}>
          {error ?? hint}
        </span>
      )}
    </div>
  )
}
