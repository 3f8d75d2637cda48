// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Token of the local test rail: as much of ERC-20 and EIP-3009 as a payment needs. Anybody may mint. No constructor and
/// no immutables, so that the code can be placed at any address.
contract RailToken {
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(bytes32 => bool)) public authorizationState;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
  event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

  bytes32 private constant TRANSFER_TYPE = keccak256(
    "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
  );
  bytes32 private constant DOMAIN_TYPE =
    keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

  function name() external pure returns (string memory) { return "USD Coin"; }
  function symbol() external pure returns (string memory) { return "USDC"; }
  function version() external pure returns (string memory) { return "2"; }
  function decimals() external pure returns (uint8) { return 6; }

  function DOMAIN_SEPARATOR() public view returns (bytes32) {
    return keccak256(abi.encode(DOMAIN_TYPE, keccak256("USD Coin"), keccak256("2"), block.chainid, address(this)));
  }

  function mint(address to, uint256 value) external {
    balanceOf[to] += value;
    emit Transfer(address(0), to, value);
  }

  function transfer(address to, uint256 value) external returns (bool) {
    _move(msg.sender, to, value);
    return true;
  }

  /// The test rail lets anybody cancel: the signature of a cancellation is not what is tested.
  function cancelAuthorization(address authorizer, bytes32 nonce) external {
    require(!authorizationState[authorizer][nonce], "authorization is used or canceled");
    authorizationState[authorizer][nonce] = true;
    emit AuthorizationCanceled(authorizer, nonce);
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    uint8 v, bytes32 r, bytes32 s
  ) public {
    require(block.timestamp > validAfter, "authorization is not yet valid");
    require(block.timestamp < validBefore, "authorization is expired");
    require(!authorizationState[from][nonce], "authorization is used or canceled");
    bytes32 message = keccak256(abi.encode(TRANSFER_TYPE, from, to, value, validAfter, validBefore, nonce));
    bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), message));
    address signer = ecrecover(digest, v, r, s);
    require(signer != address(0) && signer == from, "invalid signature");
    authorizationState[from][nonce] = true;
    emit AuthorizationUsed(from, nonce);
    _move(from, to, value);
  }

  function transferWithAuthorization(
    address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce,
    bytes calldata signature
  ) external {
    require(signature.length == 65, "invalid signature length");
    bytes32 r = bytes32(signature[0:32]);
    bytes32 s = bytes32(signature[32:64]);
    transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, uint8(signature[64]), r, s);
  }

  function _move(address from, address to, uint256 value) private {
    require(balanceOf[from] >= value, "transfer amount exceeds balance");
    balanceOf[from] -= value;
    balanceOf[to] += value;
    emit Transfer(from, to, value);
  }
}

/// The one function of Multicall3 that facilitators call.
contract RailMulticall {
  struct Call { address target; bytes callData; }
  struct Result { bool success; bytes returnData; }

  function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 i = 0; i < calls.length; i++) {
      (bool success, bytes memory data) = calls[i].target.call(calls[i].callData);
      require(success || !requireSuccess, "call failed");
      results[i] = Result(success, data);
    }
  }
}
