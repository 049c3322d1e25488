import type { ComponentProps, ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import controls from '../controls.module.css'
import { DateField, DateRange } from './dates.tsx'
import { EntityPicker } from './entity-picker.tsx'
import styles from './field.module.css'
import { Checkbox, CheckboxGroup, Field, RadioGroup, Select, TextArea } from './field.tsx'
import { MediaPicker } from './media-picker.tsx'
import { Money, Quantity } from './numbers.tsx'
import { RichText } from './rich-text.tsx'
import { TokenField } from './token-field.tsx'

const fields = {
  Field,
  TextArea,
  Select,
  RadioGroup,
  Checkbox,
  CheckboxGroup,
  Money,
  Quantity,
  DateField,
  DateRange,
  EntityPicker,
  MediaPicker,
  RichText,
  TokenField,
}

type Fields = typeof fields

type Named<Props, Values extends FieldValues> = {
  [K in keyof Props]: K extends 'name' | 'from' | 'until' ? FieldPath<Values> : Props[K]
}

/** The fields of a form over `Values`: a name that it does not have is a type error. */
export const formFields = <Values extends FieldValues>() =>
  fields as unknown as { [K in keyof Fields]: (props: Named<ComponentProps<Fields[K]>, Values>) => ReactNode }

export const FieldGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={`${controls.panel} ${styles.group}`}>
    <legend>{title}</legend>
    <div className={styles.fields}>{children}</div>
  </fieldset>
)
