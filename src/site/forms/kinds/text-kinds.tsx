import { hasOption, integerOption, optionOf } from '../form-tag.ts'
import type { Rule } from '../rules.ts'
import { commonAttributes, controlClass, type FieldKind, initialTexts, typingAttributes, Wrap } from './field-kind.tsx'

/** Characters that a field takes unless its tag says otherwise. */
export const maxLengthOf = (basetype: string): number => (basetype === 'textarea' ? 2000 : 400)

const lengthRules = (field: string, min: number | undefined, max: number, say: Parameters<Rules>[1]): Rule[] => [
  ...(min === undefined ? [] : [{ rule: 'minlength', field, threshold: min, error: say.invalid_too_short }]),
  { rule: 'maxlength', field, threshold: max, error: say.invalid_too_long },
]
type Rules = NonNullable<FieldKind['rules']>

export const requiredRule: Rules = ({ name, isRequired }, say) =>
  isRequired ? [{ rule: 'required', field: name, error: say.invalid_required }] : []

const formats = { email: 'invalid_email', url: 'invalid_url', tel: 'invalid_tel' } as const

/** text, email, url, tel */
export const textKind: FieldKind = {
  rules(tag, say, now) {
    const { name, basetype } = tag
    const format = basetype === 'email' || basetype === 'url' || basetype === 'tel' ? basetype : null
    return [
      ...requiredRule(tag, say, now),
      ...(format ? [{ rule: format, field: name, error: say[formats[format]] }] : []),
      ...lengthRules(
        name,
        integerOption(tag, 'minlength'),
        integerOption(tag, 'maxlength') ?? maxLengthOf(basetype),
        say,
      ),
    ]
  },
  Control({ tag, view }) {
    const { basetype } = tag
    const typing = typingAttributes(tag)
    const own = typing.placeholder === undefined ? tag.rawValues.slice(0, 1) : []
    const classes = basetype === 'text' ? [] : ['wpcf7-text', `wpcf7-validates-as-${basetype}`]
    return (
      <Wrap tag={tag} view={view}>
        <input
          type={basetype}
          name={tag.name}
          size={integerOption(tag, 'size') ?? 40}
          maxLength={integerOption(tag, 'maxlength') ?? maxLengthOf(basetype)}
          className={controlClass(tag, view, ...classes)}
          list={optionOf(tag, 'list')}
          defaultValue={initialTexts(tag, view, own)[0] ?? ''}
          {...typing}
          {...commonAttributes(tag, view)}
        />
      </Wrap>
    )
  },
}

export const textareaKind: FieldKind = {
  rules: (tag, say, now) => [
    ...requiredRule(tag, say, now),
    ...lengthRules(
      tag.name,
      integerOption(tag, 'minlength'),
      integerOption(tag, 'maxlength') ?? maxLengthOf('textarea'),
      say,
    ),
  ],
  Control({ tag, view }) {
    const size = tag.options.map((option) => /^(\d{0,3})x(\d{0,3})$/.exec(option)).find((match) => match)
    const typing = typingAttributes(tag)
    const written = tag.content.trim() || tag.rawValues[0] || ''
    const own = hasOption(tag, 'placeholder') && tag.content.trim() === '' ? '' : written
    return (
      <Wrap tag={tag} view={view}>
        <textarea
          name={tag.name}
          cols={integerOption(tag, 'cols') ?? (Number(size?.[1]) || 40)}
          rows={integerOption(tag, 'rows') ?? (Number(size?.[2]) || 10)}
          maxLength={integerOption(tag, 'maxlength') ?? maxLengthOf('textarea')}
          className={controlClass(tag, view)}
          defaultValue={initialTexts(tag, view, own === '' ? [] : [own])[0] ?? ''}
          {...typing}
          {...commonAttributes(tag, view)}
        />
      </Wrap>
    )
  },
}
