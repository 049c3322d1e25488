export const methodLimits = { title: 60, description: 300, instructions: 1000 } as const
