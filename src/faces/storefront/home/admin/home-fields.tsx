import { type ReactNode, useState } from 'react'
import { type FieldArray, type FieldArrayPath, type FieldPath, useFieldArray, useWatch } from 'react-hook-form'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MediaItem } from '../../../../platform/admin/fields/media-item.ts'
import { ChosenPicture } from '../../../../platform/admin/fields/media-picker.tsx'
import { pictureHref } from '../../../../things/media/picture-sizes.ts'
import type { HomeContentJson, HomePicture } from '../home-content.ts'
import homeStyles from './home-content-screen.module.css'

const { Field, TextArea } = formFields<HomeContentJson>()

type SceneFieldsProps = {
  readonly at: 'hero' | `hero.slides.${number}`
  /** Ends the labels of a slide, so that each is there once. */
  readonly of?: string
}

/** What stands at the top of the home page, alone or as one of several slides. */
export const SceneFields = ({ at, of = '' }: SceneFieldsProps) => (
  <>
    <Field name={`${at}.eyebrow`} label={`Line above the title${of}`} />
    <Field name={`${at}.title`} label={`Title${of}`} />
    <TextArea name={`${at}.text`} label={`Text${of}`} />
    <PictureField name={`${at}.picture`} label={of === '' ? 'Picture at the top' : `Picture${of}`} />
    <Items
      name={`${at}.links`}
      titledBy="label"
      one={of === '' ? 'button' : 'link'}
      max={3}
      blank={{ label: '', href: '' }}
    >
      {(link) => [
        <Field key="label" name={`${at}.links.${link}.label`} label={`Button ${link + 1}${of}`} />,
        <Field key="href" name={`${at}.links.${link}.href`} label={`Address of button ${link + 1}${of}`} />,
      ]}
    </Items>
  </>
)

type PictureFieldProps = { readonly name: FieldPath<HomeContentJson>; readonly label: string }

/** A picture of the library, as the home page stores it. */
export function PictureField(field: PictureFieldProps) {
  const { value, onChange } = useFieldValue<HomePicture | null>(field.name)
  const pick = ({ media_details: { file: path, width, height }, alt_text: alt }: MediaItem) =>
    onChange({ path, width, height, alt } satisfies HomePicture)
  const shown = value && { src: pictureHref(value, 324), alt: value.alt }
  return (
    <FieldFrame {...field} isWide isGroup>
      {() => <ChosenPicture picture={shown} onPick={pick} onRemove={() => onChange(null)} />}
    </FieldFrame>
  )
}

/** A plain button of this form. */
export const Button = (props: { readonly onClick: () => void; readonly children: string }) => (
  <button type="button" className={controls.button} {...props} />
)

type ItemsProps<N extends FieldArrayPath<HomeContentJson>> = {
  readonly name: N
  readonly one: string
  readonly max: number
  readonly blank: FieldArray<HomeContentJson, N>
  readonly titledBy: keyof FieldArray<HomeContentJson, N> & string
  readonly children: (index: number) => ReactNode
}

/** Items in order, each folded away, which are added and removed. */
export function Items<N extends FieldArrayPath<HomeContentJson>>(props: ItemsProps<N>) {
  const { name, one, max, blank, titledBy, children } = props
  const { fields, append, remove } = useFieldArray<HomeContentJson, N>({ name })
  /** The place of the item that was added last, which is open; -1 for none. */
  const [addedAt, setAddedAt] = useState(-1)
  const path = name as FieldPath<HomeContentJson>
  const values = useWatch<HomeContentJson>({ name: path }) as readonly Record<string, string>[] | undefined
  const add = () => {
    append(blank)
    setAddedAt(fields.length)
  }
  const removeAt = (index: number) => {
    remove(index)
    setAddedAt(index === addedAt ? -1 : addedAt - Number(index < addedAt))
  }
  const title = `${one.charAt(0).toUpperCase()}${one.slice(1)}`
  return (
    <>
      {fields.map((field, index) => (
        <Fold
          key={field.id}
          name={`${name}.${index}`}
          title={`${title} ${index + 1}`}
          about={values?.[index]?.[titledBy]?.replaceAll('-', ' ')}
          isOpen={index === addedAt}
          isInner
        >
          {children(index)}
          <p className={homeStyles.add}>
            <Button onClick={() => removeAt(index)}>{`Remove ${one} ${index + 1}`}</Button>
          </p>
        </Fold>
      ))}
      {fields.length < max && (
        <p className={homeStyles.add}>
          <Button onClick={add}>{`Add a ${one}`}</Button>
        </p>
      )}
    </>
  )
}
