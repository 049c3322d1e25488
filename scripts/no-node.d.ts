// Replaces, in tsconfig.browser.json, packages whose types would import the types of Node.
export {}
