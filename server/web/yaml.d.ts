declare module '*.yaml' {
  type Operation = { responses: Record<string, string | { description: string; headers?: object }> };
  const content: {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, unknown> };
  };
  export default content;
}
