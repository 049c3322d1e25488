/** Language of the button; '' means the browser's. */
export const buttonLocales = ['en', 'fr', ''] as const

export const merchantLimits = { id: 40, name: 80 } as const
