declare module 'virtual:court-art' {
  const addresses: Record<string, string>;
  export default addresses;
}
