import { type BaseBlock, Constructed, fromBER, ObjectIdentifier, OctetString } from 'asn1js';

const signedData = '1.2.840.113549.1.7.2';

/**
 * The e-mail inside a signature that has it as its content (RFC 8551, "opaque"), which is not checked; null where it is none, such as an
 * encrypted one.
 */
export function signedContent(bytes: Buffer): Buffer | null {
  const [type, content] = partsOf(read(bytes));
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== signedData) return null;
  // Of SignedData (RFC 5652, 5.1) the third is what was signed: its type, and the bytes.
  const [signed] = partsOf(content);
  const [inner] = partsOf(partsOf(partsOf(signed)[2])[1]);
  return inner instanceof OctetString ? Buffer.from(inner.getValue()) : null;
}

function read(bytes: Buffer): BaseBlock | undefined {
  try {
    return fromBER(bytes).result;
  } catch {
    // Nested deeper than any signature.
    return undefined;
  }
}

function partsOf(block: BaseBlock | undefined): BaseBlock[] {
  return block instanceof Constructed ? block.valueBlock.value : [];
}
