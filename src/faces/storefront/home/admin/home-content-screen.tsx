import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type FieldArray,
  type FieldArrayPath,
  type FieldPath,
  useFieldArray,
  useFormContext,
  useWatch,
} from 'react-hook-form'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { FieldFrame, useFieldValue } from '../../../../platform/admin/fields/field.tsx'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import type { MediaItem } from '../../../../platform/admin/fields/media-item.ts'
import { ChosenPicture } from '../../../../platform/admin/fields/media-picker.tsx'
import { EditForm } from '../../../../platform/admin/form/form.tsx'
import { openPreview } from '../../../../platform/admin/open-preview.client.ts'
import { QueryState, ScreenHeader, useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { Revisions } from '../../../../site/content/admin/revisions.tsx'
import { pictureHref } from '../../../../things/media/picture-sizes.ts'
import type { HomeContent, HomeContentJson, HomePicture, HomeRevisionJson } from '../home-content.ts'
import homeStyles from './home-content-screen.module.css'
import { OneSlugPicker, SlugPicker } from './slug-picker.tsx'

const { Field, TextArea } = formFields<HomeContentJson>()

const blankTile = { categorySlug: '', subtitle: '', picture: null }
const blankLetter = { quote: '', name: '', location: '' }

const titleAndText = (part: 'hero' | 'categories' | 'featured' | 'approach') => (
  <>
    <Field name={`${part}.title`} label="Title" />
    <TextArea name={`${part}.text`} label="Text" />
  </>
)

export function HomeContentScreen() {
  const { rest } = useAdminContext()
  const queries = useQueryClient()
  const href = paths.restHomePage
  // The form starts anew with the texts of a restored revision.
  const [restored, setRestored] = useState(0)
  const query = useRest<HomeContentJson>([href], href)
  return (
    <>
      <ScreenHeader title="Home page" />
      <QueryState query={query} />
      {query.data && (
        <EditForm<HomeContentJson>
          key={restored}
          initial={query.data}
          labels={{ save: 'Save changes', saved: 'Saved. The home page shows it now.' }}
          className={homeStyles.parts}
          actions={<Preview />}
          save={async ({ values }) => {
            const saved = await rest.send<HomeContentJson>('PUT', href, values)
            queries.setQueryData([href], saved)
            return saved
          }}
        >
          <Part name="hero" title="At the top">
            <Field name="hero.eyebrow" label="Line above the title" />
            {titleAndText('hero')}
            <PictureField name="hero.picture" label="Picture at the top" />
            <Items name="hero.links" titledBy="label" one="button" max={3} blank={{ label: '', href: '' }}>
              {(at) => [
                <Field key="label" name={`hero.links.${at}.label`} label={`Button ${at + 1}`} />,
                <Field key="href" name={`hero.links.${at}.href`} label={`Address of button ${at + 1}`} />,
              ]}
            </Items>
          </Part>
          <Part name="categories" title="Categories">
            {titleAndText('categories')}
            <Items name="categories.tiles" titledBy="categorySlug" one="tile" max={12} blank={blankTile}>
              {(at) => {
                const tile = `categories.tiles.${at}` as const
                return [
                  <OneSlugPicker key="of" name={`${tile}.categorySlug`} label={`Category ${at + 1}`} of="categories" />,
                  <Field key="subtitle" name={`${tile}.subtitle`} label={`Words on tile ${at + 1}`} />,
                  <PictureField key="picture" name={`${tile}.picture`} label={`Picture of tile ${at + 1}`} />,
                ]
              }}
            </Items>
          </Part>
          <Part name="featured" title="Products">
            {titleAndText('featured')}
            <SlugPicker
              name="featured.productSlugs"
              label="Products"
              of="products"
              max={12}
              hint="Without any, featured products are shown."
              isWide
            />
          </Part>
          <Part name="approach" title="How we work">
            {titleAndText('approach')}
            <Items name="approach.points" titledBy="title" one="point" max={8} blank={{ title: '', text: '' }}>
              {(at) => [
                <Field key="title" name={`approach.points.${at}.title`} label={`Point ${at + 1}`} />,
                <TextArea key="text" name={`approach.points.${at}.text`} label={`Text of point ${at + 1}`} />,
              ]}
            </Items>
          </Part>
          <Part name="journal" title="Journal">
            <Field name="journal.title" label="Title" />
            <SlugPicker
              name="journal.postSlugs"
              label="Posts"
              of="posts"
              max={3}
              hint="The large one first. Without any, the newest are shown."
              isWide
            />
            {query.data.journal.teaser && [
              <Field key="title" name="journal.teaser.title" label="Title of the large post" />,
              <TextArea key="text" name="journal.teaser.text" label="Text of the large post" />,
            ]}
          </Part>
          <Part name="testimonials" title="Letters">
            <Field name="testimonials.title" label="Title" />
            <Items name="testimonials.items" titledBy="name" one="letter" max={8} blank={blankLetter}>
              {(at) => {
                const letter = `testimonials.items.${at}` as const
                return [
                  <TextArea key="quote" name={`${letter}.quote`} label={`Letter ${at + 1}`} />,
                  <Field key="name" name={`${letter}.name`} label={`Name under letter ${at + 1}`} />,
                  <Field key="location" name={`${letter}.location`} label={`Place of letter ${at + 1}`} />,
                ]
              }}
            </Items>
          </Part>
        </EditForm>
      )}
      {query.data && (
        <Revisions<HomeRevisionJson, HomeContentJson>
          href={`${href}/revisions`}
          queryKey={[href, 'revisions', query.data.version]}
          linesOf={({ fields }) => textsIn(fields)}
          current={textsIn(query.data)}
          onRestored={(saved) => {
            queries.setQueryData([href], saved)
            setRestored((count) => count + 1)
          }}
        />
      )}
    </>
  )
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

type PictureFieldProps = { readonly name: FieldPath<HomeContentJson>; readonly label: string }

function PictureField(field: PictureFieldProps) {
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

type PartProps = { readonly name: keyof HomeContent; readonly title: string; readonly children: ReactNode }

function Part({ name, title, children }: PartProps) {
  const value = useWatch<HomeContentJson, keyof HomeContent>({ name })
  return (
    <Fold name={name} title={title} about={'title' in value ? value.title : undefined}>
      {children}
    </Fold>
  )
}

const Button = (props: { readonly onClick: () => void; readonly children: string }) => (
  <button type="button" className={controls.button} {...props} />
)

function Preview() {
  const { getValues } = useFormContext<HomeContentJson>()
  const open = () => openPreview(hrefs.homePreview(), { content: JSON.stringify(getValues()) })
  return <Button onClick={open}>Preview without saving</Button>
}

type ItemsProps<N extends FieldArrayPath<HomeContentJson>> = {
  readonly name: N
  readonly one: string
  readonly max: number
  readonly blank: FieldArray<HomeContentJson, N>
  readonly titledBy: keyof FieldArray<HomeContentJson, N> & string
  readonly children: (index: number) => ReactNode
}

function Items<N extends FieldArrayPath<HomeContentJson>>(props: ItemsProps<N>) {
  const { name, one, max, blank, titledBy, children } = props
  const { fields, append, remove } = useFieldArray<HomeContentJson, N>({ name })
  /** The place of the item that was added last, which is open; -1 for none. */
  const [addedAt, setAddedAt] = useState(-1)
  const path = name as FieldPath<HomeContentJson>
  const values = useWatch<HomeContentJson>({ name: path }) as readonly Record<string, string>[]
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
          about={values[index]?.[titledBy]?.replaceAll('-', ' ')}
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
