declare module '*?inline-script' {
  const code: string;
  export default code;
}
declare module '*?script-url' {
  const address: string;
  export default address;
}
