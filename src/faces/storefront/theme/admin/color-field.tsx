import { useController, useFormContext, useWatch } from 'react-hook-form'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, type FieldProps } from '../../../../platform/admin/fields/field.tsx'
import type { ListedSetting } from '../../../../things/settings/setting.ts'
import { type ContrastWarning, lowContrasts } from '../contrast.ts'
import { colorPattern, defaultTheme, type Theme } from '../settings.ts'
import { themeTokens, validTheme } from '../theme-css.ts'
import styles from './theme-screen.module.css'

const settingOf = (name: string) => themeTokens.find(({ json }) => json === name)
const ownOf = (name: string) => defaultTheme[name as keyof Theme]
const isColor = (text: unknown): text is string => typeof text === 'string' && colorPattern.test(text)

/** A colour as text, and the browser's colour picker. */
export function ColorField({ hint, ...props }: FieldProps) {
  const { name, label } = props
  const validate = (text: unknown) => isColor(text) || `${label} is a colour such as #2c5a45.`
  const { field } = useController({ name, rules: { validate } })
  const hints = (
    <>
      {hint}
      {useWarnings()
        .filter(({ foreground, background }) => foreground === name || background === name)
        .map(({ foreground, background, ratio, needed }) => (
          <span key={foreground + background} className={styles.low}>
            Contrast {ratio} with {nameOf(foreground === name ? background : foreground)}, needs {needed}.
          </span>
        ))}
    </>
  )
  return (
    <FieldFrame {...props} hint={hints}>
      {(control) => (
        <span className={styles.color}>
          <input
            type="color"
            aria-label={`${label}, picker`}
            value={isColor(field.value) ? field.value.toLowerCase() : ownOf(name)}
            onChange={({ target }) => field.onChange(target.value)}
          />
          <input type="text" className={controls.field} maxLength={7} spellCheck={false} {...control} {...field} />
        </span>
      )}
    </FieldFrame>
  )
}

/** Warnings about low contrast in the theme as typed. */
const useWarnings = () => lowContrasts(validTheme(useWatch()))

const nameOf = (color: string): string => (settingOf(color)?.label ?? color.replace('_', ' ')).toLowerCase()

const textOf = ({ what, foreground, background, ratio, needed }: ContrastWarning): string =>
  `${what}: ${nameOf(foreground)} on ${nameOf(background)} has a contrast of ${ratio}, and needs ${needed}.`

export function ContrastWarnings() {
  const warnings = useWarnings()
  return (
    <div role="status" className={styles.warnings}>
      {warnings.length > 0 && (
        <>
          <p>
            <strong>Some people could not read this.</strong> You can still save it.
          </p>
          <ul>
            {warnings.map((warning) => (
              <li key={textOf(warning)}>{textOf(warning)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Resets a token to the shop's default. */
export function ResetToken({ setting: { json: name, label, kind } }: { setting: ListedSetting }) {
  const { setValue, setFocus } = useFormContext()
  const own = ownOf(name)
  if (useWatch({ name }) === own) return null
  const reset = () => {
    setValue(name, own, { shouldDirty: true, shouldValidate: true })
    setFocus(name)
  }
  return (
    <button type="button" className={styles.reset} onClick={reset}>
      Reset <span className="visually-hidden">{label}</span> to {kind.type === 'option' ? kind.labels[own] : own}
    </button>
  )
}
