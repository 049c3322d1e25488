type Options = readonly (readonly [value: string | number, text: string])[]

/** The content of a `select`. */
export const OptionList = ({ options }: { readonly options: Options }) =>
  options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
